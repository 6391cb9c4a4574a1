"""Values into pictures, pages and sentences. Pure: templates and fonts are handed in."""

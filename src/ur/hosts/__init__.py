"""The outside: git for the record, GitHub for the conversation. Nothing of Ur is known here."""

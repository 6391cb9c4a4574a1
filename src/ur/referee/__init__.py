"""May this person do this now? Matches, seats, the referee's verdicts, standings. Pure."""

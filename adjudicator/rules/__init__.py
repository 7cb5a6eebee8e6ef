"""The rules: pure functions from state, orders, rulebook and dice to events. One module for each chapter."""

"""What several test files share: robots to test on and how closeness is judged."""

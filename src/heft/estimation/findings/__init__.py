"""What may be wrong with an estimate or its logs, one finding per file: functions that yield sentences."""

"""Programs that write documents and types from the code; see docs/architecture.md."""

"""The operator's pages: who may open which, what their keys do, and where each of them stands."""

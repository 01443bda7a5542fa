"""The shape that a caller wants an answer in: a pydantic class, or a JSON Schema that nobody here wrote.

Pure. Nothing is fetched, whatever a schema says; checking ends, whatever the schema and the answer are.
"""

from brain.shapes.faults import SchemaFault
from brain.shapes.given import GivenSchema
from brain.shapes.typed import TypedSchema

__all__ = ["GivenSchema", "SchemaFault", "TypedSchema"]

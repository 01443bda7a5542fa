"""The shape that a caller wants an answer in: a pydantic class, or a JSON Schema that nobody here wrote.

Pure. Nothing is fetched, whatever a schema says; checking ends, whatever the schema and the answer are.
"""

from brain.answer_schemas.json_schema import JsonSchema
from brain.answer_schemas.pydantic_schema import PydanticSchema
from brain.answer_schemas.schema_faults import SchemaFault

__all__ = ["JsonSchema", "PydanticSchema", "SchemaFault"]

"""The shape that a caller wants an answer in: a pydantic class, or a JSON Schema from outside.

Pure. A schema never causes a fetch, and validation ends for any schema and any answer.
"""

from brain.answer_schemas.json_schema import JsonSchema
from brain.answer_schemas.pydantic_schema import PydanticSchema
from brain.answer_schemas.schema_faults import SchemaFault

__all__ = ["JsonSchema", "PydanticSchema", "SchemaFault"]

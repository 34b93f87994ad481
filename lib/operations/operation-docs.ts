/**
 * What the documents, the Postman collection and the guide say of an operation. It stands apart from
 * the operation, so that pages that call it don't load the words about it.
 */
export type OperationDocs = {
  summary: string;
  description: string;
  examples?: OperationExamples;
};

/**
 * What the documents, the Postman collection and the pages show. `body` and `response` are the usual
 * case; the others stand beside them under their names.
 */
export type OperationExamples = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  otherBodies?: Record<string, unknown>;
  response?: unknown;
  otherResponses?: Record<string, unknown>;
};

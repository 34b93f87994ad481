/**
 * Texts of an operation for the OpenAPI documents, the Postman collection and the guide. Separate
 * from the operation, so that pages that call it do not load them.
 */
export type OperationDocs = {
  summary: string;
  description: string;
  examples?: OperationExamples;
};

/**
 * Examples for the documents, the Postman collection and the pages. `body` and `response` are the
 * usual case; the others are listed by name.
 */
export type OperationExamples = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  otherBodies?: Record<string, unknown>;
  response?: unknown;
  otherResponses?: Record<string, unknown>;
};

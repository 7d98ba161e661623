import type { OperationDescription } from '#contract/office.ts';
import type { OperationResult } from '#contract/operation-result.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';

interface UploadedFile {
  path: string;
  /** As the member's computer names it. */
  fileName: string;
}

export interface OperationRequest {
  /** By field name, as typed. */
  input: Record<string, string | boolean | string[]>;
  content?: string | undefined;
  /** The files of the member, by the text that names them in `input`: `upload:<id>`. */
  files: Map<string, UploadedFile>;
  isDryRun: boolean;
  /** The version of the dry run that the member saw. */
  seenVersion?: string | undefined;
  /** The member and the IP address, for the audit log: `asha@example.com from 203.0.113.7`. */
  who: string;
  signal: AbortSignal;
  onProgress: (line: string) => void;
}

/**
 * The operations of the cinema. The command line defines them (scripts/cinema). The back office
 * offers them in a browser. `run` throws AppError `validation_failed` for wrong input,
 * `changed_meanwhile`, and the errors of the operation.
 */
export interface OfficeOperations {
  operations: OperationDescription[];
  /** Throws validation_failed for wrong input. */
  check: (operation: OperationDescription, request: Pick<OperationRequest, 'input'>) => void;
  /** Lists have one text for each entry. Throws not_found. */
  readCurrentValues: (
    deps: Deps,
    operation: OperationDescription,
    object: string,
  ) => Promise<Record<string, string | string[]>>;
  run: (
    server: { deps: Deps; database: Database },
    operation: OperationDescription,
    request: OperationRequest,
  ) => Promise<OperationResult>;
}

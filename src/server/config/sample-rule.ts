/** Recognises a sample or test value, which production refuses. */
export interface SampleRule {
  /** Default: all settings. */
  settings?: string[];
  isSample: (value: string) => boolean;
  /** Continues the sentence "The setting X ". */
  reason: string;
  remedy: string;
}

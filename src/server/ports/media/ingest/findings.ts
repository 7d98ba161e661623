import { deliveryText, findingTexts } from '#messages/delivery.ts';
import { MediaError } from '../errors.ts';

type Texts = typeof findingTexts;
export type FindingCode = keyof Texts;
/** What was noticed about a delivered film. */
export type Finding = {
  [Code in FindingCode]: { code: Code; values: Parameters<Texts[Code]>[0] };
}[FindingCode];

/**
 * A note is only told. A warning stops the film until it is accepted by its code. What always stops
 * a film is a MediaError.
 */
export type Severity = 'note' | 'warning';

const SEVERITIES = {
  'bitmap-subtitles': 'note',
  'subtitles-empty': 'note',
  'subtitles-replaced': 'note',
  'captions-after-end': 'note',
  'captions-damaged': 'note',
  'captions-not-used': 'note',
  'captions-without-file': 'note',
  'captions-unreadable': 'note',
  'subtitles-without-language': 'note',
  'subtitles-forced': 'note',
  'subtitles-second': 'note',
  'other-pictures': 'note',
  'other-programmes': 'note',
  'sound-undecodable': 'warning',
  'sound-track-undecodable': 'note',
  'sound-only-with-role': 'note',
  'sound-joined': 'note',
  'sound-beside': 'note',
  'last-picture-held': 'note',
  'picture-ends-early': 'warning',
  'sound-ends-early': 'note',
  'picture-gaps': 'note',
  'sound-gaps': 'note',
  'damaged-parts': 'warning',
  'black-parts': 'note',
  'frozen-parts': 'note',
  flashes: 'note',
  bars: 'note',
  'interlaced-unmarked': 'note',
  'odd-aspect': 'note',
  'silent-parts': 'note',
  'silent-channel': 'note',
  clipping: 'note',
  'inverted-phase': 'note',
  'identical-channels': 'note',
} as const satisfies Record<FindingCode, Severity>;

/**
 * Codes of what only reading the whole film shows. A second run takes these findings from the
 * report of the first one.
 */
export const MEASURED_CODES: ReadonlySet<string> = new Set<FindingCode>([
  'last-picture-held',
  'picture-ends-early',
  'sound-ends-early',
  'picture-gaps',
  'sound-gaps',
  'black-parts',
  'frozen-parts',
  'flashes',
  'bars',
  'interlaced-unmarked',
  'odd-aspect',
  'silent-parts',
  'silent-channel',
  'clipping',
  'inverted-phase',
  'identical-channels',
  'damaged-parts',
  'subtitles-empty',
]);

type CodeOf<Wanted extends Severity> = {
  [Code in FindingCode]: (typeof SEVERITIES)[Code] extends Wanted ? Code : never;
}[FindingCode];
/** What each warning asks, for the form of the back office. */
const WARNING_TEXTS: Record<CodeOf<'warning'>, string> = deliveryText.warnings;
export const WARNING_CODES = Object.keys(WARNING_TEXTS) as [FindingCode, ...FindingCode[]];
export const WARNING_CHOICES = Object.entries(WARNING_TEXTS).map(([value, label]) => ({
  value,
  label,
}));

export const severityOf = ({ code }: Finding): Severity => SEVERITIES[code];
export const describeFinding = ({ code, values }: Finding): string =>
  (findingTexts[code] as (given: typeof values) => string)(values);

/** Throws MediaError if the findings hold a warning that is not accepted. */
export function requireAccepted(findings: Finding[], accepted: readonly FindingCode[]): void {
  const warnings = findings.filter(
    (finding) => severityOf(finding) === 'warning' && !accepted.includes(finding.code),
  );
  if (warnings.length === 0) return;
  const codes = [...new Set(warnings.map(({ code }) => code))];
  throw new MediaError(
    [...warnings.map(describeFinding), deliveryText.acceptWarnings(codes)].join(' '),
  );
}

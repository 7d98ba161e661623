import type { OperationDescription } from '#contract/office.ts';
import { OFFICE_LIST_ROWS } from '#domain/limits/lists.ts';
import { CommandError } from '../../command-error.ts';
import { LANGUAGES, type OfficeCounts, RARE_LANGUAGE } from './test-data.ts';

type Input = Record<string, string | boolean>;

export interface ReadCall {
  operation: OperationDescription;
  /** The filter, or `-`. */
  name: string;
  input: Input;
}

interface Sample {
  /** Sent with every call. */
  required?: Input;
  /** Several values for each optional field: common, rare, without a result. */
  filters?: Record<string, (string | boolean)[]>;
}

/** Change nothing about what is read. */
const OUTPUT_FIELDS = ['limit', 'zone', 'csv'];

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function samples({ films, orders, people }: OfficeCounts): Record<string, Sample> {
  const [film, person] = [Math.ceil(films / 2), Math.ceil(people / 2)];
  const middleOrder = String(Math.ceil(orders / 2));
  const month = dayBefore(40).slice(0, 7);
  return {
    'movie list': {
      filters: {
        name: ['night', `${film}`, 'ref-1', 'qqqq', 'x'],
        language: [LANGUAGES[0], RARE_LANGUAGE.toLowerCase(), 'Elvish'],
        type: ['MOVIES', 'SHORTS'],
        hidden: [true],
        after: ['100'],
      },
    },
    'movie show': { required: { film: '1' } },
    'submission list': { filters: { after: ['100'] } },
    'submission waiting': {},
    'submission show': { required: { film: '1' } },
    'collection list': { filters: { name: ['Collection 7'], after: ['30'] } },
    'genre list': {},
    'language list': {},
    'page list': {},
    'page show': { required: { page: 'about-us' } },
    'subscription list': { filters: { after: ['10'] } },
    'coupon list': { filters: { after: ['SAVE9'] } },
    'coupon report': { filters: { name: ['SAVE1', 'save299', 'BATCH7'], after: ['100'] } },
    'channel list': { filters: { channel: ['1', 'channel 2'], after: ['100'] } },
    'user find': {
      filters: {
        words: ['asha', 'person77@', `${7_000_000_000 + person * 13}`, `${person}`, 'qqqq', 'qx'],
        producers: [true],
        blocked: [true],
        after: ['100'],
      },
    },
    'user show': { required: { person: `${person}` } },
    'order find': {
      filters: {
        number: [middleOrder, 'M26-999999999'],
        mobile: [`${7_000_000_000 + person * 13}`, `+91 ${7_000_000_000 + person * 13}`, '9'],
        email: ['PERSON11@example.com', 'nobody@example.com'],
        film: ['1', `key${film}`],
        from: [dayBefore(0), dayBefore(600)],
        until: [dayBefore(365), dayBefore(729)],
        status: ['NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'],
        after: ['100'],
      },
    },
    'order show': { required: { order: middleOrder } },
    'order waiting': {},
    'order held': { filters: { after: ['1-0000000017-pay_held17'] } },
    'dispute list': { filters: { state: ['open', 'lost', 'closed'], after: ['disp_19'] } },
    'dispute show': { required: { dispute: 'disp_19' } },
    'review list': { filters: { after: ['100'] } },
    'review recent': {},
    'report day': { filters: { day: [dayBefore(30), dayBefore(400)] } },
    'report hours': {},
    'report tonight': {},
    'report site': {},
    'report sales': {
      filters: {
        from: [dayBefore(30)],
        to: [dayBefore(300)],
        film: ['1', `key${film}`],
        after: ['100'],
      },
    },
    'report gst': { required: { month } },
    'statement list': {
      required: { month },
      filters: { state: ['unapproved', 'paid'], after: ['100'] },
    },
    'statement show': { required: { channel: '2', month }, filters: { film: ['1'] } },
    'doctor doctor': {},
    'audit audit': { filters: { since: [dayBefore(1), dayBefore(300)], after: ['100'] } },
    'office list': {},
    'import list': { filters: { after: ['100'] } },
  };
}

/** Backups and packages are not in the database. */
const NOUNS_OF_FILES = new Set(['backup', 'media']);

/**
 * Each reading operation, without a filter and with each of its filters. Throws CommandError if one
 * has no sample value.
 */
export function createReadCalls(
  operations: OperationDescription[],
  counts: OfficeCounts,
): ReadCall[] {
  const sampleOf = samples(counts);
  return operations
    .filter(({ noun, isChange }) => !isChange && !NOUNS_OF_FILES.has(noun))
    .flatMap((operation) => {
      const { noun, verb, fields } = operation;
      const { required = {}, filters = {} } =
        sampleOf[`${noun} ${verb}`] ?? missing(`There is no sample input of ${noun} ${verb}`);
      const base: Input = {
        ...required,
        ...(fields.some(({ name }) => name === 'limit') && { limit: String(OFFICE_LIST_ROWS) }),
      };
      const optional = fields.filter(
        ({ name }) => !(name in required) && !OUTPUT_FIELDS.includes(name),
      );
      return [
        { operation, name: '-', input: base },
        ...optional.flatMap(({ name }) =>
          (filters[name] ?? missing(`There is no sample value of ${noun} ${verb}: ${name}`)).map(
            (value) => ({
              operation,
              name: value === true ? name : `${name}=${value}`,
              input: { ...base, [name]: value },
            }),
          ),
        ),
      ];
    });
}

const missing = (message: string): never => {
  throw new CommandError(message);
};

/** A State or union territory of India. `code` is the GST code: the first two digits of a GSTIN. */
interface State {
  code: string;
  name: string;
  /**
   * Union territory without a legislature: UTGST applies. Delhi, Puducherry, Jammu and Kashmir have
   * a legislature.
   */
  isTerritory: boolean;
}

const state = (code: string, name: string): State => ({ code, name, isTerritory: false });
const territory = (code: string, name: string): State => ({ code, name, isTerritory: true });

/**
 * Chosen: the 36 with inhabitants. Codes 25 and 28 are retired. Buyers live in these; sellers can
 * also have SELLER_PLACES.
 */
export const STATES: readonly State[] = [
  territory('35', 'Andaman and Nicobar Islands'),
  state('37', 'Andhra Pradesh'),
  state('12', 'Arunachal Pradesh'),
  state('18', 'Assam'),
  state('10', 'Bihar'),
  territory('04', 'Chandigarh'),
  state('22', 'Chhattisgarh'),
  territory('26', 'Dadra and Nagar Haveli and Daman and Diu'),
  state('07', 'Delhi'),
  state('30', 'Goa'),
  state('24', 'Gujarat'),
  state('06', 'Haryana'),
  state('02', 'Himachal Pradesh'),
  state('01', 'Jammu and Kashmir'),
  state('20', 'Jharkhand'),
  state('29', 'Karnataka'),
  state('32', 'Kerala'),
  territory('38', 'Ladakh'),
  territory('31', 'Lakshadweep'),
  state('23', 'Madhya Pradesh'),
  state('27', 'Maharashtra'),
  state('14', 'Manipur'),
  state('17', 'Meghalaya'),
  state('15', 'Mizoram'),
  state('13', 'Nagaland'),
  state('21', 'Odisha'),
  state('34', 'Puducherry'),
  state('03', 'Punjab'),
  state('08', 'Rajasthan'),
  state('11', 'Sikkim'),
  state('33', 'Tamil Nadu'),
  state('36', 'Telangana'),
  state('16', 'Tripura'),
  state('09', 'Uttar Pradesh'),
  state('05', 'Uttarakhand'),
  state('19', 'West Bengal'),
];

/**
 * 97: the sea and the seabed outside the States. 99: sellers abroad who are registered for online
 * services.
 */
const SELLER_PLACES: readonly State[] = [
  territory('97', 'Other Territory'),
  state('99', 'Centre Jurisdiction'),
];

const byCode = new Map(STATES.map((each) => [each.code, each]));
const byAnyCode = new Map([...STATES, ...SELLER_PLACES].map((each) => [each.code, each]));

export const findState = (code: string | null | undefined): State | undefined =>
  code ? byCode.get(code) : undefined;

/** Also a place of sellers. Throws `RangeError` for an unknown code. */
export function stateOf(code: string): State {
  const found = byAnyCode.get(code);
  if (!found) throw new RangeError(`${code} is not the GST code of a State`);
  return found;
}

export const stateOfGstin = (gstin: string): State | undefined => byAnyCode.get(gstin.slice(0, 2));

/** The place of supply on invoices: `29-Karnataka`. */
export const placeName = ({ code, name }: State): string => `${code}-${name}`;

// Names in maps and older documents.
const ALIASES: Record<string, string> = {
  'nct of delhi': '07',
  'national capital territory of delhi': '07',
  'new delhi': '07',
  'andaman and nicobar': '35',
  'dadra and nagar haveli': '26',
  'daman and diu': '26',
  orissa: '21',
  pondicherry: '34',
  uttaranchal: '05',
};

const normalizeStateName = (name: string): string =>
  name.toLowerCase().replaceAll('&', 'and').replace(/\s+/g, ' ').trim();
const byName = new Map(STATES.map((each) => [normalizeStateName(each.name), each]));

export function findStateByName(name: string | null | undefined): State | undefined {
  const normalized = normalizeStateName(name ?? '');
  return byName.get(normalized) ?? findState(ALIASES[normalized]);
}

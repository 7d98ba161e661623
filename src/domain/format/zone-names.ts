const ENGLISH = ['en-IN', 'en-GB', 'en-US', 'en-AU'];

/** Old names that browsers return: ICU keeps the first name of a zone. Names that IANA changed in its `backward` file. */
const NEW_NAMES: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  'Coral Harbour': 'Atikokan',
  Dacca: 'Dhaka',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
};

/** `New York` for America/New_York, `Kolkata` for Asia/Calcutta. */
export function zoneCity(zone: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return NEW_NAMES[city] ?? city;
}

/** `IST`, `CET`, `EST`; `GMT+5:45` for zones without an English abbreviation. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  const names = ENGLISH.map((language) => shortName(instant, zone, language));
  return names.find((name) => !/^(GMT|UTC)[+-−]/.test(name)) ?? names[0] ?? zone;
}

const shortName = (instant: Date, zone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** What is said about a delivered film, by the code of the finding. Seconds count from the start of the film. */
export const findingTexts = {
  'bitmap-subtitles': ({ count }: { count: number }) =>
    count === 1
      ? 'One subtitle track was left out, because it consists of pictures.'
      : `${count} subtitle tracks were left out, because they consist of pictures.`,
  'subtitles-without-language': ({ count }: { count: number }) =>
    count === 1
      ? 'One subtitle track was left out, because it has no language. Export it as a file and name the language.'
      : `${count} subtitle tracks were left out, because they have no language. Export them as files and name the languages.`,
};

export const deliveryText = {
  acceptWarnings: (codes: string[]) => `If this is intended, accept it: --accept ${codes.join(',')}`,
};

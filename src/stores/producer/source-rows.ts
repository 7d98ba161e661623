import type { MovieSources } from '#contract/producer.ts';
import { displaySigned } from '#domain/format/signed-numbers.ts';
import { ticketsPerVisit } from '#domain/link-source.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';

interface SourceRow {
  key: string;
  name: string;
  visits: string;
  paidOrders: string;
  share: string;
}

/** The last row is that of the tickets without a label, whose visits are not counted. */
export const sourceRows = ({ sources, paidOrdersWithoutSource }: MovieSources): SourceRow[] => [
  ...sources.map(({ linkSource, visits, paidOrders }) => ({
    key: linkSource,
    name: linkSource,
    visits: displaySigned(visits),
    paidOrders: displaySigned(paidOrders),
    share: shareText(ticketsPerVisit({ visits, paidOrders })),
  })),
  {
    key: '',
    name: text.withoutSource,
    visits: text.notCounted,
    paidOrders: displaySigned(paidOrdersWithoutSource),
    share: text.noShare,
  },
];

const shareText = (percent: number | null) =>
  percent === null ? text.noShare : text.percentOf(percent);

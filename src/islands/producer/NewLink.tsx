import { useStore } from '@nanostores/react';
import { ticketButtonHtml } from '#domain/embed-html.ts';
import { LINK_SOURCE_PARAMETER } from '#domain/link-source.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';
import { EMBED_SCRIPT } from '#routes.ts';
import type { ProducerMovie } from '#stores/producer/producer.ts';
import { $newLink, editLinkLabel } from '#stores/producer/sources.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Field } from '#ui/Field.tsx';
import { filmHref } from '../catalogue/film-link.ts';

/** A link with a label to share, and the HTML of the ticket button for the film's own site. */
export function NewLink({ movie }: { movie: ProducerMovie }) {
  const { typed, label, error } = useStore($newLink);
  const url = new URL(filmHref(movie), location.origin);
  url.searchParams.set(LINK_SOURCE_PARAMETER, label);
  const html = ticketButtonHtml({
    scriptUrl: new URL(EMBED_SCRIPT, location.origin).href,
    filmUrl: url.href,
    movieId: movie.movieId,
    from: label,
    linkText: text.linkText(movie.movieName),
  });
  return (
    <div className="new-link">
      <p>{text.newLinkNote}</p>
      <Field
        label={text.label}
        hint={text.labelHint}
        error={error}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => editLinkLabel(target.value)}
      />
      <Copyable name={text.link} content={url.href} label={text.copyLink} />
      <Copyable name={text.button} note={text.buttonNote} content={html} label={text.copyHtml} />
    </div>
  );
}

interface CopyableProps {
  name: string;
  note?: string;
  content: string;
  label: string;
}

const Copyable = ({ name, note, content, label }: CopyableProps) => (
  <div>
    <p className="label">{name}</p>
    {note && <p className="small text-soft">{note}</p>}
    <pre>
      <code>{content}</code>
    </pre>
    <CopyButton content={content} label={label} messages={text} />
  </div>
);

import { submissionMessages as text } from '#messages/submission.ts';

export const NextSteps = () => (
  <aside>
    <h2 className="heading-3">{text.nextTitle}</h2>
    <ol className="timeline mt-3.5 gap-4">
      {text.next.map(([name, sentence]) => (
        <li key={name}>
          <b className="font-[650]">{name}</b>
          <span className="text-soft small">{sentence}</span>
        </li>
      ))}
    </ol>
  </aside>
);

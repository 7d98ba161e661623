import { submissionMessages as text } from '#messages/submission.ts';

export const NextSteps = () => (
  <aside>
    <h2 className="d3">{text.nextTitle}</h2>
    <ol className="next-steps">
      {text.next.map(([name, sentence]) => (
        <li key={name}>
          <b>{name}</b>
          <span className="soft sm">{sentence}</span>
        </li>
      ))}
    </ol>
  </aside>
);

import { submissionMessages as text } from '#messages/submission.ts';

export const WhatComesNext = () => (
  <aside>
    <h2 className="d3">{text.nextTitle}</h2>
    <ol className="road">
      {text.next.map(([name, sentence]) => (
        <li key={name}>
          <b>{name}</b>
          <span className="soft sm">{sentence}</span>
        </li>
      ))}
    </ol>
  </aside>
);

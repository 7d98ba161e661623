import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { HealthFinding } from '#stores/office/overview.ts';

/** Names what viewers notice now or soon. The page of the health check has the warnings too. */
export function HealthProblems({ findings }: { findings: HealthFinding[] }) {
  const problems = findings.filter(({ state }) => state === 'problem');
  if (problems.length === 0) return null;
  return (
    <section className="error-box" aria-label={text.problemsNow}>
      <h2 className="heading-4">{text.problemsNow}</h2>
      {problems.map(({ subject, message, remedy }) => (
        <p key={`${subject} ${message}`}>
          <span className="office-state" data-state="failed">
            {message}
          </span>
          <br />
          <span>{remedy}</span>
        </p>
      ))}
    </section>
  );
}

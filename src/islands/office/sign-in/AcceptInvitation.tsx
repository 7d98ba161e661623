import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { acceptInvitation, OFFICE_PASSWORD_MIN_LENGTH } from '#stores/office/invitation.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { FactorSecret } from './FactorSecret.tsx';
import { useFocusFirstInvalid } from '../frame/use-focus-first-invalid.ts';
import { useFocusOnMount } from '../frame/use-focus-on-mount.ts';

interface AcceptInvitationProps {
  invitation: string;
  name: string;
  secret: string;
  otpauthUrl: string;
}

export function AcceptInvitation({ invitation, name, secret, otpauthUrl }: AcceptInvitationProps) {
  const { isBusy, error, fieldErrors } = useStore(acceptInvitation.$state);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useFocusFirstInvalid(fieldErrors);
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="office-centered wide">
      <h1 className="heading-3" ref={heading} tabIndex={-1}>
        {text.welcome(name)}
      </h1>
      <section className="office-section">
        <h2 className="heading-4">{text.stepApp}</h2>
        <p>{text.stepAppNote}</p>
        <FactorSecret secret={secret} otpauthUrl={otpauthUrl} />
      </section>
      <form
        ref={form}
        className="office-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void acceptInvitation.run({ invitation, password, code });
        }}
      >
        <h2 className="heading-4">{text.stepPassword}</h2>
        <Field label={text.name} value={name} autoComplete="username" readOnly />
        <Field
          label={text.newPassword}
          hint={text.newPasswordHint(OFFICE_PASSWORD_MIN_LENGTH)}
          error={fieldErrors['password']}
          value={password}
          type="password"
          autoComplete="new-password"
          onChange={({ target }) => setPassword(target.value)}
        />
        <CodeField
          hint={text.appCodeHint}
          error={fieldErrors['code']}
          value={code}
          onChange={setCode}
        />
        <ErrorText error={error} />
        <Button type="submit" busy={isBusy} busyLabel={text.accepting}>
          {text.accept}
        </Button>
      </form>
    </div>
  );
}

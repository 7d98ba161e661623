import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { commonMessages } from '#messages/common.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { signIn } from '#stores/office/office.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { useFocusFirstInvalid } from '../frame/use-focus-first-invalid.ts';

/** After signing in, the page shows the view that the hash names. */
export function SignInPage() {
  const { isBusy, error, fieldErrors } = useStore(signIn.$state);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useFocusFirstInvalid(fieldErrors);
  useEffect(
    () => void (document.title = `${text.signIn} · ${text.backOffice} · ${commonMessages.brand}`),
    [],
  );
  return (
    <div className="office-centered">
      <h1 className="heading-3">{text.signInTitle}</h1>
      <form
        ref={form}
        className="office-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void signIn.run({ name, password, code });
        }}
      >
        <Field
          label={text.name}
          error={fieldErrors['name']}
          value={name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={text.password}
          error={fieldErrors['password']}
          value={password}
          type="password"
          autoComplete="current-password"
          onChange={({ target }) => setPassword(target.value)}
        />
        <CodeField error={fieldErrors['code']} value={code} onChange={setCode} />
        <ErrorText error={error} />
        <Button type="submit" busy={isBusy} busyLabel={text.signingIn}>
          {text.signIn}
        </Button>
      </form>
    </div>
  );
}

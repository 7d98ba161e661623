import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import {
  $reauthentication,
  confirmWithCode,
  dismissReauthentication,
  signInAgain,
} from '#stores/office/reauthentication.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';
import type { Elements } from '#ui/elements.ts';
import { CodeField } from './CodeField.tsx';
import { useFocusFirstInvalid } from '../frame/use-focus-first-invalid.ts';

/**
 * Opens over the page when the server asks for a new session or a new code. Then the waiting
 * request is sent again.
 */
export function ReauthenticationDialog({ name }: { name: string }) {
  const reauthentication = useStore($reauthentication);
  return (
    <>
      <Modal
        open={reauthentication === 'signIn'}
        title={text.sessionEnded}
        onClose={dismissReauthentication}
      >
        <SignInAgain name={name} />
      </Modal>
      <Modal
        open={reauthentication === 'confirmation'}
        title={text.confirmTitle}
        onClose={dismissReauthentication}
      >
        <Confirmation />
      </Modal>
    </>
  );
}

function SignInAgain({ name }: { name: string }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { fieldErrors } = useStore(signInAgain.$state);
  return (
    <ReauthenticationForm
      action={signInAgain}
      submit={() => signInAgain.run({ password, code })}
      label={text.signIn}
    >
      <p>{text.sessionEndedNote(name)}</p>
      {/* Password managers choose the password by this field. */}
      <input
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        value={name}
        autoComplete="username"
        readOnly
      />
      <Field
        label={text.password}
        error={fieldErrors['password']}
        value={password}
        type="password"
        autoComplete="current-password"
        autoFocus
        onChange={({ target }) => setPassword(target.value)}
      />
      <CodeField error={fieldErrors['code']} value={code} onChange={setCode} />
    </ReauthenticationForm>
  );
}

function Confirmation() {
  const [code, setCode] = useState('');
  const { fieldErrors } = useStore(confirmWithCode.$state);
  return (
    <ReauthenticationForm
      action={confirmWithCode}
      submit={() => confirmWithCode.run(code)}
      label={text.confirm}
    >
      <p>{text.confirmNote}</p>
      <CodeField error={fieldErrors['code']} value={code} onChange={setCode} />
    </ReauthenticationForm>
  );
}

interface ReauthenticationFormProps {
  action: typeof signInAgain | typeof confirmWithCode;
  submit: () => Promise<void>;
  label: string;
  children: Elements;
}

function ReauthenticationForm({ action, submit, label, children }: ReauthenticationFormProps) {
  const { isBusy, error, fieldErrors } = useStore(action.$state);
  const form = useFocusFirstInvalid(fieldErrors);
  return (
    <form
      ref={form}
      className="office-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <ErrorText error={error} />
      <div className="office-buttons">
        <Button type="submit" busy={isBusy} busyLabel={text.confirming}>
          {label}
        </Button>
        <Button kind="secondary" onClick={dismissReauthentication}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}

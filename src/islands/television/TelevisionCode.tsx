import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { televisionCodeMessages as text } from '#messages/television-code.ts';
import { href } from '#routes.ts';
import {
  $step,
  codeResolver,
  confirmDevice,
  denyDevice,
  enterAnotherCode,
  findDevice,
  nameResolver,
  openCodePage,
  type PendingDevice,
} from '#stores/television/code.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Loading } from '../loading/LoadStates.tsx';
import { useFieldForm } from '../use-field-form.ts';

/** The viewer's side of the sign-in of a television. */
export function TelevisionCode() {
  const step = useStore($step);
  const [linkedCode, setLinkedCode] = useState<string | null>(null);
  useLayoutEffect(() => setLinkedCode(openCodePage()), []);
  if (linkedCode === null) return <Loading className="h-60" />;
  switch (step.name) {
    case 'enter':
      return <CodeForm linkedCode={linkedCode} />;
    case 'confirm':
      return <Confirmation device={step.device} />;
    case 'confirmed':
      return (
        <Outcome title={text.confirmedTitle} sentence={text.confirmedNote(step.deviceName)}>
          <a className="button" href={href('profileSettings')}>
            {text.toDevices}
          </a>
        </Outcome>
      );
    case 'denied':
      return (
        <Outcome title={text.deniedTitle} sentence={text.deniedNote}>
          <AnotherCode />
        </Outcome>
      );
  }
}

function CodeForm({ linkedCode }: { linkedCode: string }) {
  const { status, error } = useStore(findDevice.$state);
  const { register, handleSubmit, formState } = useFieldForm({
    resolver: codeResolver,
    defaultValues: { userCode: linkedCode },
  });
  const submit = handleSubmit(({ userCode }) => findDevice.run(userCode));
  return (
    <form
      className="grid gap-[22px]"
      noValidate
      onInput={() => findDevice.clear()}
      onSubmit={submit}
    >
      <p className="text-soft">{text.codeLead(location.host + href('television'))}</p>
      <Field
        label={text.codeLabel}
        error={formState.errors.userCode?.message ?? error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...register('userCode')}
      />
      <Button
        type="submit"
        className="justify-self-start max-sm:w-full"
        busy={status === 'process'}
      >
        {text.continue}
      </Button>
    </form>
  );
}

function Confirmation({ device }: { device: PendingDevice }) {
  const confirmState = useStore(confirmDevice.$state);
  const denyState = useStore(denyDevice.$state);
  const { register, handleSubmit, formState } = useFieldForm({
    resolver: nameResolver,
    defaultValues: { deviceName: device.deviceName },
  });
  const error = confirmState.error || denyState.error;
  return (
    <form
      className="grid gap-[22px]"
      noValidate
      onSubmit={handleSubmit(({ deviceName }) => confirmDevice.run(device, deviceName))}
    >
      <div className="grid gap-2.5">
        <FocusedHeading>{text.isItYours}</FocusedHeading>
        <p className="font-wide text-28 tracking-[.08em]">{device.userCode}</p>
        <p>{text.compareCodes}</p>
      </div>
      <Field
        label={text.deviceName}
        hint={text.deviceNameHint}
        error={formState.errors.deviceName?.message}
        autoComplete="off"
        dir="auto"
        {...register('deviceName')}
      />
      <ErrorText error={error} />
      <div className="grid gap-2.5 sm:flex">
        <Button type="submit" busy={confirmState.status === 'process'}>
          {text.confirm}
        </Button>
        <Button
          kind="secondary"
          busy={denyState.status === 'process'}
          onClick={() => denyDevice.run(device)}
        >
          {text.notMe}
        </Button>
        {error && <AnotherCode />}
      </div>
    </form>
  );
}

const AnotherCode = () => (
  <Button kind="secondary" onClick={enterAnotherCode}>
    {text.anotherCode}
  </Button>
);

const Outcome = ({
  title,
  sentence,
  children,
}: {
  title: string;
  sentence: string;
  children: Elements;
}) => (
  <div className="grid justify-items-start gap-4">
    <FocusedHeading>{title}</FocusedHeading>
    <p className="wrap-anywhere">{sentence}</p>
    {children}
  </div>
);

/** The pressed button disappeared, so the heading takes the focus. */
function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 className="heading-3" tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}

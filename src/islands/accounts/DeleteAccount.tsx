import { useStore } from '@nanostores/react';
import { accountMessages as text } from '#messages/accounts.ts';
import { deleteAccount, deletionResolver } from '#stores/accounts/account-data.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';
import { useFieldForm } from '../use-field-form.ts';

export const DeleteAccount = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal open={open} title={text.deleteTitle} onClose={onClose}>
    <p>{text.deletedData}</p>
    <p>{text.retainedData}</p>
    <DeletionForm onClose={onClose} />
  </Modal>
);

function DeletionForm({ onClose }: { onClose: () => void }) {
  const { status, error } = useStore(deleteAccount.$state);
  const { register, handleSubmit, formState } = useFieldForm({
    resolver: deletionResolver,
    defaultValues: { word: '' },
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={handleSubmit(() => deleteAccount.run())}>
      <Field
        label={text.typeToDelete}
        error={formState.errors.word?.message}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...register('word')}
      />
      <ErrorText error={error} />
      <div className="flex flex-wrap gap-2.5 *:flex-[1_1_12rem]">
        <Button kind="secondary" onClick={onClose}>
          {text.keepAccount}
        </Button>
        {/* Not `disabled`: a press before the word is typed shows what to type. */}
        <Button
          kind="danger"
          type="submit"
          busy={status === 'process'}
          busyLabel={text.deleting}
          aria-disabled={!formState.isValid || undefined}
        >
          {text.deleteAccount}
        </Button>
      </div>
    </form>
  );
}

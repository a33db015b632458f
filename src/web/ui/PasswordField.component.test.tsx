import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { PasswordField } from './PasswordField.tsx';

async function field() {
  const sent: string[] = [];
  const screen = await show(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(new URLSearchParams(new FormData(event.currentTarget) as never).toString());
      }}
    >
      <PasswordField label="Password" name="password" />
      <button type="submit">Send</button>
    </form>,
  );
  const element = screen.getByLabelText('Password', { exact: true }).element() as HTMLInputElement;
  const button = screen.getByRole('button', { name: screen.t('identity.show_password') });
  return { screen, sent, element, button };
}

test('a button shows the password and hides it, and the caret stays where it was', async () => {
  const { element, button } = await field();
  await userEvent.type(element, 'Homing-2026');
  element.setSelectionRange(3, 5);
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  expect(element.type).toBe('text');
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  expect(document.activeElement).toBe(element);
  expect([element.selectionStart, element.selectionEnd]).toEqual([3, 5]);
  await button.click();
  expect(element.type).toBe('password');
  expect([element.value, element.selectionStart, element.selectionEnd]).toEqual(['Homing-2026', 3, 5]);
});

test('showing the password sends nothing; a form that is sent hides it', async () => {
  const { screen, sent, element, button } = await field();
  await userEvent.type(element, 'Homing-2026');
  await button.click();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Send' }).click();
  expect(sent).toEqual(['password=Homing-2026']);
  await expect.poll(() => element.type).toBe('password');
});

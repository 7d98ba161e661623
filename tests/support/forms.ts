/** A file of src/islands and a component in it. */
type Place = `${string}.tsx#${string}`;

/** The browser test that fills in what a person sees and presses the button, down to the server's reply. */
interface FormTest {
  file: `${string}.spec.ts`;
  title: string;
}

const signUp = (title: string): FormTest => ({ file: 'sign-up.spec.ts', title });
const profile = (title: string): FormTest => ({ file: 'profile.spec.ts', title });
const office = (title: string): FormTest => ({ file: 'office.spec.ts', title });
const wizard: FormTest = {
  file: 'submission.spec.ts',
  title: 'submits a film with its poster, step by step, and shows its progress',
};
const television: FormTest = {
  file: 'television.spec.ts',
  title: 'a phone signs in a television with the code that is typed',
};
const GIFT: FormTest = {
  file: 'gift.spec.ts',
  title: 'a gift is paid, shared and claimed by another person, and a second gift begins',
};
const SIGN_UP = signUp(
  'Sign Up with a number of +91 shows errors after the first attempt, and updates them with every edit',
);
const INVITATION = office(
  'an invitation leads through the second factor and the recovery codes to the overview',
);
const PRICE = office(
  'a programmer finds a film, corrects its price, and confirms after the session has ended',
);
const SEVERAL_FILMS = office(
  'a programmer changes the price of several films, and returns to the list as it was',
);

/** Every form, and every field outside a form, that sends something or changes what is shown. */
export const FORM_TESTS: Record<Place, FormTest[]> = {
  'accounts/AboutYou.tsx#AboutYou': [SIGN_UP],
  'accounts/DeleteAccount.tsx#DeletionForm': [
    profile('the account is deleted after a typed word, and the browser keeps no data of it'),
  ],
  'accounts/EditProfile.tsx#EditForm': [
    profile('the profile is shown, edited and shown with the changes'),
  ],
  'accounts/Languages.tsx#LanguageForm': [
    profile('languages are searched, ticked, saved and shown'),
  ],
  'accounts/Reminders.tsx#ReminderSwitch': [
    profile('reminders are switched off with the keyboard, stay off, and are switched on'),
  ],
  'accounts/ResetPassword.tsx#PasswordForm': [
    profile('a new password is validated with the specification’s messages, set, and signs in'),
    profile('a new viewer sets a password with a code, and the password with another code'),
    profile('a producer sets a password with a code'),
  ],
  'catalogue/Filters.tsx#Filters': [
    {
      file: 'catalogue-lists.spec.ts',
      title:
        'Search variants: Apply leads to a shareable address that shows its filter; Reset to /movies',
    },
  ],
  'catalogue/SearchBox.tsx#SearchBox': [
    {
      file: 'catalogue-lists.spec.ts',
      title: 'Header: picking a search result goes to /v/{slug}/{movieKey}',
    },
  ],
  'catalogue/film/Trailers.tsx#TrailerDialog': [
    {
      file: 'old-browsers.spec.ts',
      title: 'the trailer of the public page opens, and closes by its form and by Escape',
    },
  ],
  'booking/BookingForm.tsx#GiftChoice': [GIFT],
  'gifts/GiftFields.tsx#GiftFields': [GIFT],
  'downloads/DownloadOffer.tsx#QualityForm': [
    {
      file: 'download-changes.spec.ts',
      title: 'on mobile data a download waits for Wi-Fi, unless the viewer chose otherwise',
    },
  ],
  'office/sign-in/AcceptInvitation.tsx#AcceptInvitation': [INVITATION],
  'office/sign-in/SignInPage.tsx#SignInPage': [INVITATION],
  'office/operation/OperationPage.tsx#OperationPage': [PRICE],
  'office/sign-in/ReauthenticationDialog.tsx#ReauthenticationForm': [PRICE],
  'office/table/Filters.tsx#Filters': [PRICE],
  'office/frame/GoTo.tsx#GoTo': [office('keys open a page, its search and its list')],
  'office/table/DataTable.tsx#DataTable': [SEVERAL_FILMS],
  'office/table/ColumnChoice.tsx#ColumnChoice': [SEVERAL_FILMS],
  'office/table/SortChoice.tsx#SortChoice': [SEVERAL_FILMS],
  'office/table/RowCheckbox.tsx#RowCheckbox': [SEVERAL_FILMS],
  'office/frame/SideNav.tsx#SignedInMember': [office('keys open a page, its search and its list')],
  'payments/DiscountCodeField.tsx#DiscountCodeField': [
    {
      file: 'payment.spec.ts',
      title: 'HOUSEFULL pays the whole ticket; FIRST50 is applied until it is removed',
    },
  ],
  'payments/MethodCards.tsx#RadioCard': [
    { file: 'payment.spec.ts', title: 'a buyer abroad pays in dollars by PayPal' },
  ],
  'payments/BuyerPlaceFields.tsx#StateSelect': [
    { file: 'payment.spec.ts', title: 'the State decides how the tax is split' },
  ],
  'payments/BuyerPlaceFields.tsx#CountrySelect': [
    { file: 'payment.spec.ts', title: 'a buyer abroad pays in dollars by PayPal' },
  ],
  'producer/MonthStatement.tsx#ChosenMonth': [
    {
      file: 'producer.spec.ts',
      title:
        'show the steps from the price to the producer’s share for the chosen month; Back returns',
    },
  ],
  'producer/NewLink.tsx#NewLink': [
    {
      file: 'link-sources.spec.ts',
      title: 'a producer makes a link with a label, and the HTML of the ticket button',
    },
  ],
  'places/MyLocation.tsx#MyLocation': [
    profile('is found by name, shown on the map, set, and deleted'),
  ],
  'reviews/ReviewForm.tsx#ReviewForm': [
    {
      file: 'reviews.spec.ts',
      title: 'a viewer writes a review and edits it; list and average follow',
    },
  ],
  'session/SignInOrUp.tsx#SignInForm': [
    SIGN_UP,
    signUp('Sign In leads a known viewer to the requested page'),
    signUp('a wrong password is refused, and a code can be requested instead'),
  ],
  'session/CodeEntry.tsx#CodeForm': [
    SIGN_UP,
    signUp('Sign Up in another country uses e-mail, and so does RESEND'),
  ],
  'submission/FeeFields.tsx#FeeFields': [
    {
      file: 'submission.spec.ts',
      title: 'is required before Submit, and once paid belongs to the film',
    },
  ],
  'submission/FilmStep.tsx#FilmStep': [wizard],
  'submission/ContactStep.tsx#ContactStep': [wizard],
  'submission/DeclarationStep.tsx#DeclarationStep': [wizard],
  'television/TelevisionCode.tsx#CodeForm': [television],
  'television/TelevisionCode.tsx#Confirmation': [television],
};

/** Fields that are drawn inside a form of the list. */
export const PARTS_OF_FORMS: Record<Place, Place> = {
  'accounts/GenderField.tsx#GenderField': 'accounts/EditProfile.tsx#EditForm',
  'accounts/Languages.tsx#LanguageRow': 'accounts/Languages.tsx#LanguageForm',
  'accounts/PasswordField.tsx#PasswordField': 'accounts/ResetPassword.tsx#PasswordForm',
  'catalogue/MultiSelect.tsx#MultiSelect': 'catalogue/Filters.tsx#Filters',
  'office/operation/CaptionsField.tsx#CaptionsField':
    'office/operation/OperationPage.tsx#OperationPage',
  'office/operation/ChoiceField.tsx#ChoiceField':
    'office/operation/OperationPage.tsx#OperationPage',
  'office/sign-in/CodeField.tsx#CodeField':
    'office/sign-in/ReauthenticationDialog.tsx#ReauthenticationForm',
  'office/operation/OperationFields.tsx#PlainField':
    'office/operation/OperationPage.tsx#OperationPage',
  'office/operation/FileField.tsx#FileField': 'office/operation/OperationPage.tsx#OperationPage',
  'office/operation/OperationFields.tsx#FlagField':
    'office/operation/OperationPage.tsx#OperationPage',
  'office/operation/OfferedValues.tsx#OfferedValues':
    'office/operation/OperationPage.tsx#OperationPage',
  'office/sign-in/ReauthenticationDialog.tsx#SignInAgain':
    'office/sign-in/ReauthenticationDialog.tsx#ReauthenticationForm',
  'places/AddressField.tsx#AddressField': 'places/MyLocation.tsx#MyLocation',
  'session/CountrySelect.tsx#CountrySelect': 'session/SignInOrUp.tsx#SignInForm',
  'session/OtpInput.tsx#OtpInput': 'session/CodeEntry.tsx#CodeForm',
  'session/SignInFields.tsx#SignInFields': 'session/SignInOrUp.tsx#SignInForm',
  'submission/DeclarationStep.tsx#DeclarationCheckbox':
    'submission/DeclarationStep.tsx#DeclarationStep',
  'submission/GenreChoice.tsx#GenreChoice': 'submission/FilmStep.tsx#FilmStep',
  'submission/PosterField.tsx#PosterField': 'submission/FilmStep.tsx#FilmStep',
  'submission/SuggestField.tsx#SuggestField': 'submission/FilmStep.tsx#FilmStep',
};

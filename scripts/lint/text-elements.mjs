/**
 * Text that stands beside an element or another text needs an element of its own. A browser's translator replaces text nodes.
 * React changes, removes and inserts before the nodes that it made: it fails, or the old text stays. It does not need the node of
 * a text that is the only child of an element.
 *
 * A property of the type `Elements` (src/ui/elements.ts), such as `children`, is no text. One of the type `ReactNode` may be.
 */
const textElements = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const values = new Map();
    const elementProperties = new Set();
    const parents = [];
    const returns = [];
    let components = [];

    const report = (node) =>
      context.report({
        node,
        message:
          'Text beside an element or another text: put it into an element of its own (<span>), or join the texts in one template. A translated page fails otherwise.',
      });

    /** Whether an expression may become a text node. */
    function isText(node) {
      switch (node.type) {
        case 'Literal':
          return (
            typeof node.value === 'number' ||
            (typeof node.value === 'string' && node.value.trim() !== '')
          );
        case 'TemplateLiteral':
          return node.expressions.length > 0 || node.quasis[0].value.raw.trim() !== '';
        case 'JSXText':
          return node.value.trim() !== '';
        case 'JSXExpressionContainer':
          return isText(node.expression);
        case 'JSXElement':
        case 'JSXEmptyExpression':
        case 'FunctionExpression':
        case 'ObjectExpression':
          return false;
        case 'JSXFragment':
          // Reported where it stands.
          return false;
        case 'ConditionalExpression':
          return isText(node.consequent) || isText(node.alternate);
        case 'LogicalExpression':
          return (node.operator !== '&&' && isText(node.left)) || isText(node.right);
        case 'ArrayExpression':
          return node.elements.some(isText);
        case 'ArrowFunctionExpression':
          return node.body.type !== 'BlockStatement' && isText(node.body);
        case 'CallExpression':
          return isTextCall(node);
        case 'Identifier':
          if (node.name === 'undefined' || elementProperties.has(node.name)) return false;
          return values.has(node.name) ? isText(values.get(node.name)) : true;
        case 'TSAsExpression':
        case 'TSNonNullExpression':
        case 'ParenthesizedExpression':
          return isText(node.expression);
        default:
          return true;
      }
    }

    /** Lists become what their callback returns. */
    function isTextCall({ callee, arguments: given }) {
      const callback = given.at(-1);
      if (callee.type === 'MemberExpression' && callback?.type === 'ArrowFunctionExpression')
        return isText(callback);
      return isText(callee);
    }

    const isContent = (child) =>
      !(child.type === 'JSXText' && child.value.trim() === '') &&
      !(child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression');

    const enterFunction = (node) => {
      const name =
        node.id?.name ??
        (node.parent.type === 'VariableDeclarator' ? node.parent.id.name : undefined);
      components.push(/^[A-Z]/.test(name ?? ''));
      if (components.at(-1) && node.body.type !== 'BlockStatement') returns.push(node.body);
    };
    const leaveFunction = () => components.pop();

    return {
      Program() {
        components = [];
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init) values.set(id.name, init);
      },
      TSPropertySignature({ key, typeAnnotation }) {
        const type = typeAnnotation?.typeAnnotation;
        const types = [type, type?.returnType?.typeAnnotation];
        if (types.some((each) => each?.typeName?.name === 'Elements'))
          elementProperties.add(key.name);
      },
      FunctionDeclaration: enterFunction,
      'FunctionDeclaration:exit': leaveFunction,
      ArrowFunctionExpression: enterFunction,
      'ArrowFunctionExpression:exit': leaveFunction,
      ReturnStatement({ argument }) {
        if (argument && components.at(-1)) returns.push(argument);
      },
      JSXElement: (node) => parents.push(node),
      JSXFragment: (node) => parents.push(node),
      'Program:exit'() {
        for (const { type, children } of parents) {
          const content = children.filter(isContent);
          const isAlone = type === 'JSXElement' && content.length === 1;
          if (!isAlone) content.filter(isText).forEach(report);
        }
        for (const value of returns) if (isText(value)) report(value);
      },
    };
  },
};

export default { meta: { name: 'matinee' }, rules: { 'text-elements': textElements } };

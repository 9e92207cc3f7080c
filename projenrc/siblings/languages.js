// How a program in Python, Java or Go reads in a sibling, where all names of the package and of its cdk8s-plus end with another minor.
const PROGRAMS = /^(languages|examples\/(python|java|go))\//;

const isProgram = file => PROGRAMS.test(file) && !/\.(js|md)$/.test(file);

/** The names of modules and packages change. Commands, properties of Maven and annotations do not. */
function programFor(text, { own: [name], plus: [plus, ownPlus] }) {
  const [before, minor] = [plus, ownPlus].map(one => /\d+$/.exec(one)[0]);
  const [underscored, joined] = [name.replaceAll('-', '_'), name.replaceAll('-', '')];
  const renamed = [
    [`\\b${underscored}\\b`, `${underscored}_${minor}`],
    [`\\b${joined}\\b`, `${joined}${minor}`],
    [`(?<=metadata\\("|<artifactId>)${name}(?=["<])`, `${name}-${minor}`],
    [`\\b(cdk8s_plus_|cdk8splus|plus|cdk8s-plus-)${before}\\b`, `$1${minor}`],
  ];
  return renamed.reduce((changed, [from, to]) => changed.replace(new RegExp(from, 'g'), to), text);
}

module.exports = { isProgram, programFor };

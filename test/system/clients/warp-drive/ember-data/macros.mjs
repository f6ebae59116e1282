/**
 * Questions that Ember asks its build tool, as of a build for production.
 */
export const isDevelopingApp = () => false;
export const isTesting = () => false;
export const macroCondition = (condition) => condition;
export const dependencySatisfies = () => false;
export const getGlobalConfig = () => ({});

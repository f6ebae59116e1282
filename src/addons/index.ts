export { ADD_ONS, type AddOn, type AddOnName, isAddOnName } from './add-ons.js';
export { hasFunctions, loadPart, missingAddOn } from './load.js';

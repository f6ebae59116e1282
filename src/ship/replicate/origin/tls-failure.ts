/**
 * Failures of TLS in words: what is wrong with the certificate or the connection, then what to do.
 */

const trustAdvice =
  'if its authority is your own, start stele with NODE_EXTRA_CA_CERTS=<file>, a PEM file with the certificate of that authority';

/** Codes of OpenSSL for a certificate that no known authority has signed. */
const untrustedProblems: ReadonlyMap<string, string> = new Map([
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'no known authority has signed its certificate, or the server does not send the certificates between',
  ],
  ['UNABLE_TO_GET_ISSUER_CERT', 'the authority of its certificate is unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the authority of its certificate is unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the authority of its certificate is unknown'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself'],
  ['CERT_UNTRUSTED', 'the authority of its certificate is not trusted'],
]);

/**
 * @param code    code of the error of Node.js
 * @param message message of the error, which lists the names in the certificate
 * @returns       undefined if the code is not of TLS
 */
export function explainTlsFailure(code: string, url: URL, message: string): string | undefined {
  const untrusted = untrustedProblems.get(code);
  if (untrusted !== undefined) return `${untrusted}; ${trustAdvice}`;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = /altnames?: (?:Host: .*altnames: )?(.*)$/.exec(message)?.[1] ?? 'other names';
      return `its certificate is not for ${url.hostname} but for ${names}; use an address with that name, or give the server a certificate for ${url.hostname}`;
    }
    case 'CERT_HAS_EXPIRED':
      return "its certificate has expired; renew it on the server, and check this machine's clock";
    case 'CERT_NOT_YET_VALID':
      return "its certificate is not valid yet; check this machine's clock, and the certificate";
    case 'CERT_REVOKED':
      return 'its certificate was revoked; give the server a new one';
    case 'EPROTO':
      return 'the server does not answer with TLS; check the port, and whether the address must begin with http://';
    default:
      return undefined;
  }
}

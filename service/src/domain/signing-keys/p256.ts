/** The curve of ES256 (SEC 2, secp256r1): y² = x³ − 3x + b modulo p. Its order is prime, so every point on it is sound. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** Whether two coordinates of 32 bytes each name a point of the curve; the point at infinity has no coordinates. */
export function isOnP256(x: Buffer, y: Buffer): boolean {
  const [across, up] = [toInteger(x), toInteger(y)]
  return across < P && up < P && (up * up - (across * across * across - 3n * across + B)) % P === 0n
}

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

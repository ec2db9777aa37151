import { BlockList, isIP } from 'node:net'

/** Special purposes by the registry of IANA: this machine, private and shared networks, links, documentation, tests, multicast, reserved. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // within Azure, the machine that tells a server about itself
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** All public addresses of IPv6 are in here. What is not: loopback, private, link-local, multicast, and IPv4 addresses in other clothes (mapped, NAT64). */
const PUBLIC_IPV6 = ['2000::/3']
/** Protocols such as Teredo, documentation, and 6to4, which has IPv4 addresses in it. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const publicIpv6 = rangesOf(PUBLIC_IPV6)
const notPublic = rangesOf([...NOT_PUBLIC_IPV4, ...NOT_PUBLIC_IPV6])

export interface Ranges {
  has(address: string): boolean
}

/** Addresses and ranges, such as 10.1.2.3 and 10.0.0.0/8. */
export function rangesOf(entries: readonly string[]): Ranges {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return { has: (address) => list.check(address, familyOf(address)) }
}

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  return (isIP(address) === 4 || publicIpv6.has(address)) && !notPublic.has(address)
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

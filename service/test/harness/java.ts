/** For programs that run once: they take half of the computing with the first tier of the compiler alone, and one thread that collects garbage. */
export const QUICK_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] as const
export const QUICK_JAVAC = QUICK_JAVA.map((flag) => `-J${flag}`)

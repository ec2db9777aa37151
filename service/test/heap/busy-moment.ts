import { giveMemoryBack } from '../../src/foundation/heap/index.ts'

/* A process that is busy for a moment and then quiet. It says what it holds of the machine's memory, ten times a second. */

if (process.argv[2] === 'give-back') giveMemoryBack({ everyMs: 100 })

let lists: object[] = []
for (let list = 0; list < 40; list += 1)
  lists.push(Array.from({ length: 40_000 }, (_, place) => ({ place, text: `text ${list} ${place}` })))
say()
lists = []
setInterval(say, 100)

function say(): void {
  process.stdout.write(`${process.memoryUsage.rss()}\n`)
}

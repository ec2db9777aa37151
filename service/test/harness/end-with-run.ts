// What tests share keeps a process of tests alive. One whose run was broken off ends all the same.
process.once('disconnect', () => process.exit())

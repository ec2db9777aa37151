# Reads all samples, which must be Ruby, and runs those that are chosen.
require 'json'

task = JSON.parse($stdin.read)
task['shown'].each { |code| RubyVM::InstructionSequence.compile(code) }
task['samples'].each_with_index do |code, place|
  puts "<<<#{place}>>>"
  eval(code, Object.new.instance_eval { binding }, "sample #{place}")
end

# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = 'feedback_board'
  spec.version = '0.1.0'
  spec.summary = 'Signs users in to a feedback board, checks its webhooks, and calls its API with a secret key.'
  spec.authors = ['The feedback board project']
  spec.license = 'Apache-2.0'
  spec.required_ruby_version = '>= 3.1'
  spec.files = Dir.chdir(__dir__) { Dir['lib/**/*.rb', 'README.md', 'LICENSE'] }
end

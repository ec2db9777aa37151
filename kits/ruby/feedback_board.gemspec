# frozen_string_literal: true

require_relative 'lib/feedback_board/version'

Gem::Specification.new do |spec|
  spec.name = 'feedback_board'
  spec.version = FeedbackBoard::VERSION
  spec.summary = 'Signs users in to a feedback board, checks its webhooks, and calls its API with a secret key.'
  spec.description = "#{spec.summary} It needs nothing but Ruby's own library."
  spec.authors = ['The feedback board project']
  spec.license = 'Apache-2.0'
  spec.required_ruby_version = '>= 3.1'
  spec.metadata = { 'rubygems_mfa_required' => 'true' }
  spec.files = Dir.chdir(__dir__) { Dir['lib/**/*.rb', 'README.md', 'LICENSE'] }
end

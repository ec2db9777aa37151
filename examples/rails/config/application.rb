require 'bundler/setup'
require 'logger'
require 'rails'
require 'action_controller/railtie'
require 'feedback_board'

module Acme
  class Application < Rails::Application
    config.load_defaults Rails::VERSION::STRING.to_f
    config.logger = ActiveSupport::Logger.new($stdout)
    config.eager_load = false
    config.session_store :cookie_store, key: 'acme_session', same_site: :lax
    config.force_ssl = ENV['HTTPS'] == '1' # behind a proxy that ends TLS: makes cookies Secure
    # The log names the address of every redirect. This one holds a token.
    config.filter_redirect << %r{/sso/callback}

    config.x.feedback.api_origin = ENV.fetch('FEEDBACK_API_ORIGIN').chomp('/')
    config.x.feedback.board_origin = ENV.fetch('FEEDBACK_BOARD_ORIGIN').chomp('/')
    config.x.feedback.project_key = ENV.fetch('FEEDBACK_PROJECT_KEY')
    config.x.feedback.signer = FeedbackBoard::Signer.new(
      project_id: ENV.fetch('FEEDBACK_PROJECT_ID'),
      key_id: ENV.fetch('FEEDBACK_KEY_ID'),
      private_key: File.read(ENV.fetch('FEEDBACK_PRIVATE_KEY_FILE')),
      api_origin: config.x.feedback.api_origin,
      board_origin: config.x.feedback.board_origin
    )
  end
end

feedback = Rails.configuration.x.feedback

Rails.application.configure do
  config.content_security_policy do |policy|
    policy.default_src :self
    # The nonce allows the two script tags, and strict-dynamic what widget.js loads.
    policy.script_src :strict_dynamic
    policy.connect_src :self, feedback.api_origin
    policy.img_src :self, feedback.board_origin
    # The login form ends on the board when the visitor came from there.
    policy.form_action :self, feedback.board_origin
    policy.frame_ancestors :none
    policy.base_uri :none
  end
  config.content_security_policy_nonce_generator = ->(_request) { SecureRandom.base64(16) }
  config.content_security_policy_nonce_directives = %w[script-src]
end

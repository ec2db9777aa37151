# frozen_string_literal: true

require_relative 'feedback_board/version'
require_relative 'feedback_board/errors'
require_relative 'feedback_board/keys'
require_relative 'feedback_board/signing'
require_relative 'feedback_board/webhooks'
require_relative 'feedback_board/transport'
require_relative 'feedback_board/client'

# For your backend: signs the tokens with which you vouch for your users, checks webhooks, and calls the API with a secret key.
module FeedbackBoard
end

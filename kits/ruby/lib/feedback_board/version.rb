# frozen_string_literal: true

module FeedbackBoard
  VERSION = '0.1.0'
end

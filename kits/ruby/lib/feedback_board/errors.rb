# frozen_string_literal: true

module FeedbackBoard
  # The input cannot become a token that the service would accept. It never holds a key, a token or a claim's value.
  class SigningError < ArgumentError
    attr_reader :code

    def initialize(code, message)
      super(message)
      @code = code
    end
  end

  # What was sent is not from the service, or is too old. Answer with a 400 and do nothing. It never holds the secret.
  class WebhookError < ArgumentError
    attr_reader :code

    def initialize(code, message)
      super("#{code}: #{message}")
      @code = code
    end
  end

  # An error of the service or of the connection to it. Match on +code+. It never holds the key.
  class Error < StandardError
    # +status+ is 0 if there was no answer. +detail+ says what to do, +errors+ has each invalid place of a body or query,
    # +request_id+ finds the request in the service's log, and +retry_after+ is how many seconds the service asked to wait.
    attr_reader :code, :status, :title, :detail, :request_id, :errors, :retry_after

    def initialize(code, title, status: 0, detail: '', request_id: nil, errors: [], retry_after: nil)
      super("#{code}: #{title} #{detail}".rstrip)
      @code = code
      @status = status
      @title = title
      @detail = detail
      @request_id = request_id
      @errors = errors
      @retry_after = retry_after
    end
  end
end

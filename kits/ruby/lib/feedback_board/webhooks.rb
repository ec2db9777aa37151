# frozen_string_literal: true

require 'json'
require 'openssl'

module FeedbackBoard
  WEBHOOK_TOLERANCE_SECONDS = 5 * 60
  # Standard Webhooks has secrets of 24 bytes and more; those of the service have 32.
  WEBHOOK_SECRET = %r{\Awhsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\z}
  private_constant :WEBHOOK_TOLERANCE_SECONDS, :WEBHOOK_SECRET

  # The event in a request, if the service signed it within the last five minutes; otherwise a WebhookError. +headers+ is a Hash, or what
  # Rails has as request.headers. +raw_body+ is the body as it came: a body that was parsed and written again has another signature.
  # An event may come twice: its "id" is the same then.
  def self.verify_webhook(secret, headers, raw_body, now: Time.now)
    key = secret.is_a?(String) && secret[WEBHOOK_SECRET, 1]
    raise WebhookError.new('secret_invalid', 'The secret must be whsec_ and base64, as the service showed it.') unless key

    id, sent, signatures = %w[id timestamp signature].map { |name| webhook_header(headers, "webhook-#{name}") }
    if [id, sent, signatures].any?(&:empty?)
      raise WebhookError.new('headers_missing', 'webhook-id, webhook-timestamp and webhook-signature must be there.')
    end
    if !sent.match?(/\A[0-9]{1,12}\z/) || (now.to_f - sent.to_i).abs > WEBHOOK_TOLERANCE_SECONDS
      raise WebhookError.new('timestamp_invalid', 'It was sent more than five minutes ago, or the clocks differ.')
    end

    mac = OpenSSL::HMAC.digest('SHA256', key.unpack1('m0'), "#{id}.#{sent}.".b << raw_body.b)
    expected = "v1,#{[mac].pack('m0')}"
    # After a rotation there are two. Each comparison takes the same time for all that do not fit.
    unless signatures.split(' ').map { |one| OpenSSL.secure_compare(one, expected) }.any?
      raise WebhookError.new('signature_invalid', 'Nobody who knows the secret has signed this.')
    end

    webhook_event(raw_body) or raise WebhookError.new('body_invalid', 'The body is not a JSON object.')
  end

  def self.webhook_event(raw_body)
    event = JSON.parse(raw_body.dup.force_encoding('UTF-8'))
    event if event.is_a?(Hash)
  rescue JSON::ParserError, EncodingError
    nil
  end

  # Rails finds a header by its name; a Hash may have it in any spelling, and Rack as HTTP_WEBHOOK_ID.
  def self.webhook_header(headers, name)
    rack = "HTTP_#{name.upcase.tr('-', '_')}"
    value = headers[name] || headers[rack]
    value ||= headers.find { |key, _| key.to_s.casecmp?(name) }&.last
    # As bytes: a text that is not UTF-8 would raise an error of its own where it is compared.
    Array(value).first.to_s.b
  end
  private_class_method :webhook_header, :webhook_event
end

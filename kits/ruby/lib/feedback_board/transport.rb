# frozen_string_literal: true

require 'json'
require 'net/http'
require 'openssl'
require 'time'
require 'uri'

module FeedbackBoard
  class Transport # :nodoc:
    LOST = [SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError,
            Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError].freeze
    # Uncompressed, so that the length of an answer can be checked.
    ALWAYS = { 'Accept' => 'application/json', 'Accept-Encoding' => 'identity', 'User-Agent' => "feedback-board-ruby/#{VERSION}" }.freeze

    def initialize(base, secret_key, timeout)
      @base = URI.parse(base)
      @secret_key = secret_key
      @timeout = timeout
    rescue URI::InvalidURIError
      raise Error.new('option_invalid', 'api_origin must be an origin alone, such as https://api.example.com.'), cause: nil
    end

    # Without the key.
    def inspect
      "#<#{self.class} #{@base}>"
    end

    # One attempt. No answer is a network_error, and so is a redirect: the service never sends one, and the key must only go to it.
    def deliver(method, address, headers, data)
      # Net::HTTP::Put and similar classes give an empty body the type of a form. Older services refuse that.
      request = Net::HTTPGenericRequest.new(method, !data.nil?, true, @base.path + address, ALWAYS.merge(headers))
      request['Authorization'] = "Bearer #{@secret_key}"
      request['Content-Length'] = '0' if data.nil? && %w[POST PUT PATCH].include?(method)
      request.body = data unless data.nil?
      reply, text = exchange(request)
      raise no_answer if reply.is_a?(Net::HTTPRedirection) || cut?(reply, text)

      read(reply, text)
    rescue *LOST
      raise no_answer
    end

    private

    # A new connection for each call; Net::HTTP itself must repeat nothing. Certificates are checked, as Net::HTTP does by itself.
    def exchange(request)
      deadline = now + @timeout
      http = Net::HTTP.new(@base.hostname, @base.port)
      http.use_ssl = @base.scheme == 'https'
      http.max_retries = 0
      http.open_timeout = http.read_timeout = http.write_timeout = @timeout
      text = +''.b
      reply = http.start do |connection|
        connection.request(request) do |answer|
          answer.read_body do |chunk|
            text << chunk
            # The limits above are for each read: an answer that comes byte by byte would keep the thread for ever.
            raise Timeout::Error if now > deadline
          end
        end
      end
      [reply, text]
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    # Net::HTTP treats a broken connection as the end of the answer.
    def cut?(reply, text)
      !reply.content_length.nil? && reply.content_length > text.bytesize
    end

    def no_answer
      Error.new('network_error', 'No answer came.', detail: 'The service is out of reach, or api_origin is wrong.')
    end

    # The content of the answer. Whoever is on the way may have answered, so everything is checked before it is used.
    def read(reply, text)
      status = reply.code.to_i
      return Answer.new if status == 204

      body = parsed(text)
      raise unexpected(status, reply) unless body.is_a?(Hash)
      return Answer.new(body, reply['ETag']) if status.between?(200, 299)
      raise unexpected(status, reply) unless body['code'].is_a?(String)

      raise problem(status, reply, body)
    end

    def problem(status, reply, body)
      title, detail, request_id = %w[title detail request_id].map { |name| body[name] if body[name].is_a?(String) }
      errors = body['errors'].is_a?(Array) ? body['errors'] : []
      Error.new(body['code'], title.to_s, status: status, detail: detail.to_s, request_id: request_id, errors: errors,
                                          retry_after: seconds(reply['Retry-After']))
    end

    def unexpected(status, reply)
      Error.new('unexpected_answer', "The service did not answer this (status #{status}).",
                status: status, retry_after: seconds(reply['Retry-After']),
                detail: 'Something in between may have: check the network and api_origin.')
    end

    def parsed(text)
      JSON.parse(text.force_encoding('UTF-8'))
    rescue JSON::ParserError, EncodingError
      nil
    end

    # Retry-After holds seconds or an HTTP date.
    def seconds(value)
      return if value.nil?
      return value.to_i if value.match?(/\A[0-9]{1,9}\z/)

      [0, Time.httpdate(value) - Time.now].max
    rescue ArgumentError
      nil
    end
  end
  private_constant :Transport
end

# frozen_string_literal: true

require 'json'
require 'securerandom'
require 'time'

module FeedbackBoard
  # What the service answered, a Hash; empty if it had nothing to say. +etag+ is its version, for +if_match+; items of lists have none.
  class Answer < Hash
    attr_reader :etag

    def initialize(members = {}, etag = nil)
      super()
      merge!(members)
      @etag = etag
    end
  end

  # A body that is not JSON, such as the lines of an import: Raw.new(lines, 'application/x-ndjson').
  class Raw
    # A line break in it would be another header.
    MEDIA_TYPE = %r{\A[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:; ?[a-z]+=[A-Za-z0-9_.+-]+)*\z}
    private_constant :MEDIA_TYPE

    attr_reader :data, :content_type

    def initialize(data, content_type)
      @data = data
      @content_type = Raw.media_type(content_type)
    end

    def self.media_type(value) # :nodoc:
      return value if value.is_a?(String) && value.match?(MEDIA_TYPE)

      raise Error.new('argument_invalid', 'content_type must be a media type, such as image/png.')
    end
  end

  # A form with one part, the file: FeedbackBoard.form(picture, 'image/png').
  def self.form(data, content_type)
    Raw.media_type(content_type)
    boundary = SecureRandom.hex(16)
    head = "--#{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: #{content_type}\r\n\r\n"
    Raw.new(head.b << data.b << "\r\n--#{boundary}--\r\n", "multipart/form-data; boundary=#{boundary}")
  end

  # Calls the API as your team, with a secret key. It sends nothing until it is used, and may be used from all threads.
  #
  # A path is one of the reference, such as /posts/{id}. The keywords that it names fill it, the others become the query. A Time, in a body as
  # well, is sent as the API has it. Each call opens a connection of its own, through the proxy that the environment names (https_proxy).
  class Client
    # Values belong in braces: in the text of a path, an id with a slash or a question mark would lead to another address.
    PATH = %r{\A(?:/(?:\{[a-z_]+\}|(?!\.+(?:/|\z))[A-Za-z0-9_.-]+))+\z}
    FIRST_PAUSE = 0.5
    EVENTS = { limit: 100, wait: 25, first_pause: 1, longest_pause: 60 }.freeze
    private_constant :FIRST_PAUSE, :EVENTS, :PATH

    # +tries+:: how often a call is sent at most if repeating can help.
    # +longest_wait+:: the longest pause, in seconds, that a call waits if the service asks for one.
    # +request_timeout+:: how many seconds one attempt may take.
    # +sleep+:: how to wait between attempts; for tests.
    def initialize(api_origin, secret_key, tries: 3, longest_wait: 60, request_timeout: 30, sleep: Kernel.method(:sleep))
      raise option_invalid('tries must be a whole number, at least 1.') unless tries.is_a?(Integer) && tries.positive?
      unless [longest_wait, request_timeout].all?(Numeric) && request_timeout.positive?
        raise option_invalid('longest_wait and request_timeout must be numbers of seconds.')
      end

      @base = "#{origin_of(api_origin)}/v1"
      @transport = Transport.new(@base, key_of(secret_key), request_timeout)
      @tries = tries
      @longest_wait = longest_wait
      @sleep = sleep
    end

    def get(path, **params)
      call('GET', path, params)
    end

    # Carries an Idempotency-Key, the same for all its tries. A key of your own makes the call harmless to repeat later.
    def post(path, body = nil, idempotency_key: nil, **params)
      key = header('idempotency_key', idempotency_key || SecureRandom.uuid)
      call('POST', path, params, body, { 'Idempotency-Key' => key })
    end

    def put(path, body = nil, **params)
      call('PUT', path, params, body)
    end

    # +if_match+ is the etag of what you read: the change is made only if that version is still current.
    def patch(path, body = nil, if_match: nil, **params)
      call('PATCH', path, params, body, if_match.nil? ? {} : { 'If-Match' => header('if_match', if_match) })
    end

    def delete(path, **params)
      call('DELETE', path, params)
    end

    # Every item of a list. The next page is asked for when it is needed; #get reads one page.
    def list(path, **params, &block)
      return enum_for(:list, path, **params) unless block

      # Not `loop`, which would take a StopIteration of the block as the end.
      while true
        data, cursor = page(path, params)
        data.each(&block)
        return if cursor.nil?

        params[:cursor] = cursor
      end
    end

    # Every event after +after+, the id of the last one that you handled, and then those that happen: it does not end by itself. Failures of
    # the network and of the service are waited out. Without +after+ it begins with the oldest that is kept.
    def events(after: nil, **params, &block)
      return enum_for(:events, after: after, **params) unless block

      query = { limit: EVENTS[:limit], since: after, **params }
      query[:wait] = EVENTS[:wait] unless query[:wait].to_i.positive? # without waiting, it would ask again and again
      pause = EVENTS[:first_pause]
      while true
        begin
          data, cursor = page('/events', query)
        rescue Error => e
          raise unless e.code == 'network_error' || e.status == 429 || e.status >= 500

          @sleep.call(pause)
          pause = [pause * 2, EVENTS[:longest_pause]].min
          next
        end
        pause = EVENTS[:first_pause]
        data.each(&block)
        query[:cursor] = cursor
      end
    end

    # Without the key.
    def inspect
      "#<#{self.class} #{@base}>"
    end

    private

    def page(path, params)
      page = get(path, **params)
      return page.values_at('data', 'next_cursor') if page['data'].is_a?(Array) && page.key?('next_cursor')

      raise Error.new('unexpected_answer', 'This is no page of a list.', status: 200, detail: 'Check the path and api_origin.')
    end

    # Everything is made once for all tries: the key and the text stay the same.
    def call(method, path, params, body = nil, headers = {})
      address = address_of(path, params)
      data, type = body_of(body)
      headers = headers.merge('Content-Type' => type) if type
      may_have_worked = false
      (1..).each do |tries|
        return @transport.deliver(method, address, headers, data)
      rescue Error => e
        # It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
        return Answer.new if may_have_worked && method == 'DELETE' && e.status == 404

        pause = e.retry_after || (FIRST_PAUSE * (2**(tries - 1)) * rand(0.5..1.0))
        unanswered = e.code == 'network_error' || [502, 504].include?(e.status)
        refused = [429, 503].include?(e.status) || e.code == 'idempotency_in_progress'
        repeatable = refused || (unanswered && method != 'PATCH')
        raise if !repeatable || tries >= @tries || pause > @longest_wait

        may_have_worked ||= unanswered
        @sleep.call(pause)
      end
    end

    # What the path names fills it; the rest is the query, an Array one parameter for each value.
    def address_of(template, params)
      unless template.is_a?(String) && template.match?(PATH)
        raise Error.new('argument_invalid', 'A path is one of the reference, such as "/posts/{id}". Pass values by their names.')
      end

      rest = params.transform_keys(&:to_s)
      path = template.gsub(/\{(\w+)\}/) do |_|
        name = Regexp.last_match(1)
        value = rest.delete(name)
        # A name of only dots would mean a parent folder, and so another address.
        next Text.encode(value) if value.is_a?(String) && value.each_byte.any? { |byte| byte != 46 }

        raise Error.new('argument_invalid', "#{name} must be the id of something.")
      end
      # Array() would take a Time apart.
      query = rest.flat_map do |name, value|
        (value.is_a?(Array) ? value : [value]).compact.map { |one| "#{name}=#{Text.encode(sendable(one).to_s)}" }
      end
      query.empty? ? path : "#{path}?#{query.join('&')}"
    end

    def body_of(body)
      case body
      when nil then nil
      when Raw then [body.data, body.content_type]
      else [JSON.generate(sendable(body)), 'application/json']
      end
    rescue JSON::JSONError, EncodingError, SystemStackError
      raise Error.new('argument_invalid', 'The body cannot be written as JSON.')
    end

    # Times as the API has them: JSON would write them as Ruby prints them.
    def sendable(value)
      case value
      when Time then value.getutc.iso8601(3)
      when Hash then value.transform_values { |one| sendable(one) }
      when Array then value.map { |one| sendable(one) }
      else value
      end
    end

    # A value that no header can hold would look like a network failure, and be tried again.
    def header(name, value)
      return value if value.is_a?(String) && value.match?(/\A[ -~]{1,255}\z/)

      raise Error.new('argument_invalid', "#{name} must be 1 to 255 printable ASCII characters.")
    end

    # An address copied from a browser ends with a slash, which an origin does not have.
    def origin_of(value)
      origin = value.is_a?(String) ? value.delete_suffix('/') : ''
      return origin if origin.match?(%r{\Ahttps?://[^\s/?#]+\z})

      raise option_invalid('api_origin must be an origin alone, such as https://api.example.com.')
    end

    def key_of(value)
      return value if value.is_a?(String) && value.match?(/\Asvc_sk_\w+\z/)

      publishable = value.is_a?(String) && value.start_with?('svc_pk_')
      raise option_invalid('secret_key is the publishable key, which is for apps: pass a secret key, svc_sk_…') if publishable

      raise option_invalid('secret_key must be a secret key, svc_sk_…, with nothing around it.')
    end

    def option_invalid(title)
      Error.new('option_invalid', title)
    end
  end
end

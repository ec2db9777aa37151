# frozen_string_literal: true

require 'json'
require 'securerandom'

module FeedbackBoard
  # A user of yours, as you vouch for them. nil and '' count as not set.
  #
  # +id+:: your stable id of the user, 1 to 255 characters. Never an e-mail address, which can change its owner.
  # +email+:: for notifications; never shown. Without <tt>email_verified: true</tt> nothing is mailed to it.
  # +given_name+, +family_name+:: only a name that the user set, never one that falls back to the e-mail address.
  # +traits+:: keys that the project allows, such as a plan; at most 2,048 bytes as JSON. The service drops other keys.
  User = Struct.new(:id, :email, :email_verified, :given_name, :family_name, :locale, :traits, keyword_init: true)

  # Signs for both places where users sign in. Wrong options are refused at once, so that a backend which starts can also sign.
  # It may be used from all threads.
  class Signer
    def initialize(project_id:, key_id:, private_key:, api_origin:, board_origin:, lifetime_seconds: 300)
      @key = Keys.read(private_key)
      @common = {
        project_id: Checks.project_id(project_id),
        key_id: Checks.key_id(key_id),
        lifetime_seconds: Checks.lifetime(lifetime_seconds)
      }
      @api_origin = Checks.origin(api_origin, 'api_origin')
      @board_origin = Checks.origin(board_origin, 'board_origin')
    end

    # A token for your app, which exchanges it for a session.
    def for_app(user)
      Tokens.sign(@key, **@common, audience: @api_origin, user: user)
    end

    # A token for a visitor whom the board sent with +state+. #board_callback is this and the address in one.
    def for_board(user, state)
      Tokens.sign(@key, **@common, audience: @board_origin, user: user, nonce: Checks.state(state))
    end

    # The address to redirect a visitor to whom the board sent with +state+; it holds a token made for them.
    def board_callback(user, state)
      FeedbackBoard.board_callback_url(board_origin: @board_origin, token: for_board(user, state), state: state)
    end

    # Without the key.
    def inspect
      "#<#{self.class} #{@common[:project_id]}>"
    end
  end

  # Signs a token that works once. Signer is the shorter way, which also cannot mix up the two audiences.
  def self.sign_in_token(private_key:, **input)
    Tokens.sign(Keys.read(private_key), **input)
  end

  # The address for a visitor whom the board sent. The fragment keeps the token out of logs and the Referer header.
  def self.board_callback_url(board_origin:, token:, state:)
    origin = Checks.origin(board_origin, 'board_origin')
    "#{origin}/sso/callback#token=#{Text.encode(token)}&state=#{Text.encode(Checks.state(state))}"
  end

  module Tokens # :nodoc:
    LARGEST_BYTES = 8192

    module_function

    def sign(key, project_id:, key_id:, audience:, user:, nonce: nil, lifetime_seconds: 300, now: nil)
      issued_at = Checks.seconds(now)
      claims = {
        iss: Checks.project_id(project_id),
        aud: Checks.origin(audience, 'audience'),
        iat: issued_at,
        exp: issued_at + Checks.lifetime(lifetime_seconds),
        jti: SecureRandom.urlsafe_base64(16),
        nonce: nonce.nil? ? nil : Checks.state(nonce),
        **Claims.of(user)
      }.compact
      signed = "#{encoded({ alg: 'ES256', kid: Checks.key_id(key_id), typ: 'svc-sso+jwt' })}.#{encoded(claims)}"
      not_too_large("#{signed}.#{Keys.base64url(Keys.sign(key, signed))}")
    end

    def not_too_large(token)
      return token if token.bytesize <= LARGEST_BYTES

      raise SigningError.new('token_too_large', "The token has #{token.bytesize} bytes; at most #{LARGEST_BYTES} are accepted. " \
                                                "Shorten what the user's fields hold.")
    end

    def encoded(part)
      json = JSON.generate(part)
      # A backslash before it makes it a text of six characters.
      raise JSON::GeneratorError if json.match?(/(?<!\\)(?:\\\\)*\\u0000/)

      Keys.base64url(json)
    rescue JSON::GeneratorError, EncodingError
      raise SigningError.new('text_invalid', 'A text of the user or the state holds a NUL character or is not UTF-8.'), cause: nil
    end
  end
  private_constant :Tokens

  module Claims # :nodoc:
    LARGEST_TRAITS_BYTES = 2048

    module_function

    def of(user)
      refuse('user must be a FeedbackBoard::User with at least an id.') unless user.is_a?(User)
      refuse('user.id must be a String; write id.to_s where your ids are numbers.') unless user.id.is_a?(String)
      refuse('user.id must not be empty.') if user.id.empty?
      refuse('user.email_verified must be true or false.') unless [nil, true, false].include?(user.email_verified)
      {
        sub: text(user.id, 'id', 255),
        email: text(user.email, 'email', 320),
        email_verified: user.email_verified,
        given_name: text(user.given_name, 'given_name', 100),
        family_name: text(user.family_name, 'family_name', 100),
        locale: text(user.locale, 'locale', 35),
        traits: traits(user.traits)
      }
    end

    def text(value, name, most)
      return if value.nil? || value == ''

      refuse("user.#{name} must be a String.") unless value.is_a?(String)
      refuse("user.#{name} must have at most #{most} characters.") if value.length > most
      value
    end

    # Parsed again, so that the measured size is the size that is signed.
    def traits(traits)
      return if traits.nil?

      refuse('user.traits must be a Hash.') unless traits.is_a?(Hash)
      json = json_of(traits)
      return JSON.parse(json) if json.bytesize <= LARGEST_TRAITS_BYTES

      raise SigningError.new('traits_too_large',
                             "user.traits are #{json.bytesize} bytes as JSON; at most #{LARGEST_TRAITS_BYTES} are allowed.")
    end

    def json_of(traits)
      JSON.generate(traits)
    rescue JSON::JSONError, EncodingError, SystemStackError
      refuse('user.traits cannot be written as JSON.')
    end

    def refuse(message)
      raise SigningError.new('user_invalid', message), cause: nil
    end
  end
  private_constant :Claims

  module Checks # :nodoc:
    # The service compares origins exactly, so each has one spelling: small letters, and without the port that its scheme has anyway.
    ORIGIN = %r{\A(?:http://(?!.*:80\z)|https://(?!.*:443\z))(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?\z}
    LONGEST_LIFETIME_SECONDS = 600

    module_function

    def project_id(value)
      return value if value.is_a?(String) && value.match?(/\Aprj_[0-9A-Za-z]+\z/)

      raise SigningError.new('project_id_invalid', "project_id must be the project's public id, which begins with prj_.")
    end

    def key_id(value)
      return value if value.is_a?(String) && value.match?(/\A[A-Za-z0-9._-]{1,128}\z/)

      raise SigningError.new('key_id_invalid', %(key_id must be the signing key's "kid": 1 to 128 of A-Z a-z 0-9 . _ -))
    end

    # Takes a slash off the end: browsers add it to the addresses that they show.
    def origin(value, name)
      origin = value.is_a?(String) ? value.delete_suffix('/') : ''
      return origin if origin.match?(ORIGIN)

      raise SigningError.new('origin_invalid', "#{name} must be an origin alone, such as https://api.example.com, " \
                                               'in small letters and without a path.')
    end

    def lifetime(value)
      return value if value.is_a?(Integer) && value.between?(1, LONGEST_LIFETIME_SECONDS)

      raise SigningError.new('lifetime_invalid', "lifetime_seconds must be a whole number from 1 to #{LONGEST_LIFETIME_SECONDS}; " \
                                                 '300 is recommended.')
    end

    # In whole seconds, as tokens count.
    def seconds(now)
      return Time.now.to_i if now.nil?
      return now.to_i if now.is_a?(Time) && now.to_i >= 0

      raise SigningError.new('time_invalid', 'now must be a Time after 1970.')
    end

    # A query with two states can reach you as an Array; signing that would never work.
    def state(value)
      return value if value.is_a?(String) && !value.empty?

      raise SigningError.new('state_missing', 'state is missing: pass the one "state" query parameter with which the board sent the ' \
                                              'visitor to your sign-in URL. Without one the visit did not begin on the board, ' \
                                              'so send the visitor there first.')
    end
  end
  private_constant :Checks

  module Text # :nodoc:
    module_function

    # As a part of an address. What is not UTF-8 has no encoding. Bytes of unknown encoding, as some databases give them, are taken as UTF-8.
    def encode(text)
      text = text.dup.force_encoding('UTF-8') if text.encoding == Encoding::BINARY
      text.encode('UTF-8', invalid: :replace, undef: :replace, replace: "\u{fffd}").scrub("\u{fffd}").b.gsub(/[^A-Za-z0-9\-_.!~*'()]/n) { |byte| format('%%%02X', byte.ord) }
    end
  end
  private_constant :Text
end

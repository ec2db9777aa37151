# frozen_string_literal: true

# Ruby 2.7 or newer. Needs: gem install jwt
require 'jwt'
require 'openssl'
require 'securerandom'

# Signs a token that works once. +claims+ holds the optional ones:
# nonce, email, email_verified, given_name, family_name, locale, traits. One that is nil or '' is left out.
def create_sign_in_token(project_id:, key_id:, private_key:, audience:, user_id:, **claims)
  issued_at = Time.now.to_i
  payload = claims.reject { |_claim, value| value.nil? || value == '' }.merge(
    iss: project_id,
    aud: audience.chomp('/'), # an origin has no slash at its end
    sub: user_id,
    iat: issued_at,
    exp: issued_at + 300, # at most 600
    jti: SecureRandom.urlsafe_base64(16) # 128 random bits; SecureRandom.uuid has 122
  )
  # ruby-jwt writes the signature as r||s in 64 bytes, as JWS asks. typ is checked; "JWT" or none is refused.
  JWT.encode(payload, private_key, 'ES256', { kid: key_id, typ: 'svc-sso+jwt' })
end

# From here on: the command line around it.
if __FILE__ == $PROGRAM_NAME
  # Ruby tags variables with the locale's encoding; the JSON of a token is UTF-8 everywhere.
  setting = ->(name) { ENV[name].to_s.dup.force_encoding(Encoding::UTF_8) }
  required = ->(name) { setting[name].then { |value| value.empty? ? abort("#{name} is not set.") : value } }

  puts create_sign_in_token(
    project_id: required['PROJECT_ID'],
    key_id: required['KEY_ID'],
    private_key: OpenSSL::PKey.read(File.read(required['PRIVATE_KEY_FILE'])),
    audience: required['AUDIENCE'],
    user_id: required['USER_ID'],
    email: setting['USER_EMAIL'],
    nonce: setting['NONCE']
  )
end

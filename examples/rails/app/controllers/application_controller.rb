class ApplicationController < ActionController::Base
  helper_method :current_user

  private

  def current_user
    @current_user ||= Person.find_by_id(session[:user_id])
  end

  def feedback
    Rails.configuration.x.feedback
  end
  helper_method :feedback
end
